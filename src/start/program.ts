// The program that command and workers are: each loads its part of it.

export const command = () => import('../cli/main.ts');
export const worker = () => import('../configure/worker.ts');
