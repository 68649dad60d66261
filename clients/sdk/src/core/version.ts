/** Name and version of this package, from package.json. */
export const userAgent = 'svc-sdk/0.2.0'
