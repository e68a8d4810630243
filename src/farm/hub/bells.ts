// Waking those who wait: for a task in a queue, or for a task's result.

export interface Listener {
  /** Ends when it rings, after that time, or when whoever waits is gone. */
  rings(mostMs: number, signal: AbortSignal): Promise<void>;
  end(): void;
}

export class Bells {
  private readonly listeners = new Map<string, Set<() => void>>();

  /** Hears everything from now on: begin to listen, then look, then wait. */
  listen(names: readonly string[]): Listener {
    let hear = () => {};
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    for (const name of names) {
      const own = this.listeners.get(name) ?? new Set();
      this.listeners.set(name, own.add(hear));
    }
    const end = () => {
      for (const name of names) {
        const own = this.listeners.get(name);
        own?.delete(hear);
        if (own?.size === 0) this.listeners.delete(name);
      }
    };
    return {
      end,
      async rings(mostMs, signal) {
        const timer = setTimeout(hear, mostMs);
        signal.addEventListener('abort', hear, { once: true });
        await heard;
        signal.removeEventListener('abort', hear);
        clearTimeout(timer);
        end();
      },
    };
  }

  ring(name: string): void {
    for (const hear of this.listeners.get(name) ?? []) hear();
  }

  ringAll(): void {
    for (const name of [...this.listeners.keys()]) this.ring(name);
  }
}
