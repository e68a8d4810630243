// Who has a GPU: works that share (configurations of one kernel, compiled ahead) run side by side, others wait for their
// turn, in the order in which they came.

interface Waiting {
  readonly key: string;
  readonly begin: () => void;
}

export class Turns {
  private readonly waiting: Waiting[] = [];
  private key = '';
  private working = 0;

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((begin) => {
      this.waiting.push({ key, begin });
      this.admit();
    });
    try {
      return await work();
    } finally {
      this.working--;
      this.admit();
    }
  }

  private admit(): void {
    while (this.waiting.length > 0 && (this.working === 0 || this.waiting[0].key === this.key)) {
      const { key, begin } = this.waiting.shift()!;
      this.key = key;
      this.working++;
      begin();
    }
  }
}
