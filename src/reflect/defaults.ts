// Numbers that are chosen where a kernel leaves them open, and what every device has room for.

/** Elements along each axis, by how many axes there are: about a million invocations, as a GPU needs to be busy. */
export const ALONG_AXES = [2 ** 20, 2 ** 20, 1024, 128];
/** Workgroups of a kernel whose invocations stride through all there is. */
export const STRIDING_GROUPS = 1024;
/** Iterations of a loop, by how many loops are around it and itself. */
export const ITERATIONS = [0, 256, 32, 8];
/** Of a loop that a workgroup's invocations share. */
export const SHARED_ITERATIONS = 1024;
/** What elements are divided into rows by. */
export const ROW = 1024;
/** Elements of which each invocation goes through all. */
export const MANY_TIMES_ALL = 2 ** 14;
/** What nothing shows the part of. */
export const SMALL = 16;
/** Fewer is a test for a few invocations, not the size of a grid. */
export const SMALLEST_GRID = 32;
/** What every device dispatches along an axis, and gives a workgroup. */
export const PORTABLE_GROUPS = 65535;
export const PORTABLE_WORKGROUP_BYTES = 16384;
