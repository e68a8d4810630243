// The device that commands speak about unless told otherwise: the one whose numbers were measured best.

export const DEFAULT_PROFILE = 'nvidia-h200';
