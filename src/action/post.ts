// Writes the comment to the pull request: the one of an earlier run is replaced.

import { MARKER } from './comment.ts';

export interface Place {
  readonly api: string;
  readonly token: string;
  /** `OWNER/NAME`. */
  readonly repository: string;
  readonly pullRequest: number;
}

interface Comment {
  readonly id: number;
  readonly body?: string;
}

/** Far more than people read; the earlier comment stands among the first ones mostly. */
const MOST_PAGES = 10;
const PER_PAGE = 100;

/** Undefined, or why there is no comment: of a fork's pull request, for one, the token may only read. */
export async function postComment(text: string, place: Place): Promise<string | undefined> {
  if (place.token === '') return 'there is no token';
  const comments = `${place.api}/repos/${place.repository}/issues`;
  const ask = (method: string, url: string, body?: object) =>
    fetch(url, {
      method,
      headers: { authorization: `Bearer ${place.token}`, accept: 'application/vnd.github+json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  try {
    const earlier = await earlierComment(ask, `${comments}/${place.pullRequest}/comments`);
    const answer =
      earlier === undefined
        ? await ask('POST', `${comments}/${place.pullRequest}/comments`, { body: text })
        : await ask('PATCH', `${comments}/comments/${earlier.id}`, { body: text });
    return answer.ok ? undefined : `${answer.status} ${answer.statusText}`;
  } catch (error) {
    return (error as Error).message;
  }
}

async function earlierComment(
  ask: (method: string, url: string) => Promise<Response>,
  url: string,
): Promise<Comment | undefined> {
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await ask('GET', `${url}?per_page=${PER_PAGE}&page=${page}`);
    if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
    const comments = (await answer.json()) as readonly Comment[];
    const found = comments.find(({ body }) => body?.startsWith(MARKER));
    if (found !== undefined || comments.length < PER_PAGE) return found;
  }
  return undefined;
}
