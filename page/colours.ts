// Light or dark: as the system is, until somebody chooses.

const NAMES = { system: 'Colours: system', light: 'Colours: light', dark: 'Colours: dark' } as const;
type Scheme = keyof typeof NAMES;

const ORDER: readonly Scheme[] = ['system', 'light', 'dark'];
const KEY = 'kernelcast-colours';

/** Makes the button change them, and remembers the choice in the browser. */
export function colourButton(button: HTMLElement): void {
  const apply = (scheme: Scheme) => {
    document.documentElement.style.colorScheme = scheme === 'system' ? '' : scheme;
    button.textContent = NAMES[scheme];
    button.onclick = () => {
      const next = ORDER[(ORDER.indexOf(scheme) + 1) % ORDER.length];
      localStorage.setItem(KEY, next);
      apply(next);
    };
  };
  const stored = localStorage.getItem(KEY) as Scheme | null;
  apply(stored !== null && ORDER.includes(stored) ? stored : 'system');
}
