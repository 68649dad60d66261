export const describeDelay = (seconds: number): string =>
  `Too many attempts. Wait ${seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`}, then try again.`
