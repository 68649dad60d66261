/** The name and version of this package, as its package.json has it. */
export const userAgent = 'svc-sdk/0.1.0'
