// The number whose multiples, taken modulo 1, lie over the unit interval as evenly as any number's, however many of
// them: it takes samples, and brings what is sorted into an order that spreads neighbours. The search has one of its
// own, as it knows nothing of emulation.

export const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
