// What a user wrote, as a message quotes it: a message is a sentence, however long the text is.

export function excerpt(text: string, longest = 80): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}
