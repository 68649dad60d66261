import { useState } from 'preact/hooks'

let count = 0

/** Returns an id for an element. That of Preact is unique only below one root, and layers are roots of their own. */
export const useId = (): string => useState(() => `id-${count++}`)[0]
