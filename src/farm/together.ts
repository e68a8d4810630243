// What comes at about the same time travels together: the first at once, with what came in the same turn, and what comes
// while something is on its way right after that. Nothing waits for a timer.

export class Together<T> {
  private readonly send: (batch: readonly T[]) => Promise<void>;
  private gathered: T[] = [];
  private next: Promise<void> | undefined;
  private last: Promise<unknown> = Promise.resolve();

  /** @param send how a batch travels; the next one leaves when it has ended */
  constructor(send: (batch: readonly T[]) => Promise<void>) {
    this.send = send;
  }

  /** Ends with the batch that it travels in. @throws what that throws */
  add(each: T): Promise<void> {
    this.gathered.push(each);
    this.next ??= this.sendNext();
    return this.next;
  }

  private async sendNext(): Promise<void> {
    await this.last;
    await new Promise((resolve) => setImmediate(resolve));
    const batch = this.gathered;
    this.gathered = [];
    this.next = undefined;
    const sent = this.send(batch);
    this.last = sent.catch(() => {});
    await sent;
  }
}
