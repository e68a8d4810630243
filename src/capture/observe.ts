// Puts itself between an app and a method of WebGPU. What is observed goes on as it would have: arguments and
// results are the app's own (but where `replace` says otherwise), and a fault of the observer is told once and
// then keeps out of the way.

export interface Observer<Self, Args extends unknown[], Result> {
  /** Other arguments for the method. */
  replace?(self: Self, args: Args): Args;
  before?(self: Self, args: Args): void;
  /** After the method has returned, with the app's own arguments. */
  after?(self: Self, args: Args, result: Result): void;
}

type Method<Self> = (this: Self, ...args: never[]) => unknown;

/** A class by what its objects have in common. */
export interface ClassOf<T> {
  readonly prototype: T;
}

export class Observation {
  private isOurs = false;
  private readonly onFault: (error: unknown) => void;

  constructor(onFault: (error: unknown) => void) {
    this.onFault = onFault;
  }

  /** What the capture itself does with WebGPU is not observed. */
  unobserved<T>(action: () => T): T {
    const before = this.isOurs;
    this.isOurs = true;
    try {
      return action();
    } finally {
      this.isOurs = before;
    }
  }

  /** A class or method that this WebGPU does not have is left out. */
  observe<T extends object, Name extends keyof T & string>(
    type: ClassOf<T> | undefined,
    name: Name,
    observer: T[Name] extends (...args: infer Args) => infer Result ? Observer<T, Args, Result> : never,
  ): void {
    const original = type?.prototype[name] as Method<T> | undefined;
    if (typeof original !== 'function') return;
    const { replace, before, after } = observer as unknown as Observer<T, never[], unknown>;
    const observation = this;
    const observed = function (this: T, ...args: never[]): unknown {
      if (observation.isOurs) return original.apply(this, args);
      if (before) observation.guarded(() => before(this, args));
      const passed = (replace && observation.guarded(() => replace(this, args))) ?? args;
      const result = original.apply(this, passed);
      if (after) observation.guarded(() => after(this, args, result));
      return result;
    };
    Object.defineProperty(observed, 'name', { value: name, configurable: true });
    Object.defineProperty(observed, 'length', { value: original.length, configurable: true });
    (type!.prototype as Record<string, unknown>)[name] = observed;
  }

  private guarded<T>(action: () => T): T | undefined {
    try {
      return this.unobserved(action);
    } catch (error) {
      this.onFault(error);
      return undefined;
    }
  }
}
