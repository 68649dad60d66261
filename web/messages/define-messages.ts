/** Shape of the English texts: what a translation consists of. */
type Messages<T> = T extends (...args: infer Args) => infer Result
  ? (...args: Args) => Messages<Result>
  : T extends string
    ? string
    : { readonly [Key in keyof T]: Messages<T[Key]> }

export interface Catalogue {
  [name: string]: unknown
  translate?: <T>(english: T) => T
}

let catalogue: Catalogue | undefined

/** Sets the translation, which must happen before texts are defined. */
export const setCatalogue = (loaded: Catalogue): void => void (catalogue = loaded)

/**
 * Defines texts in English, and returns them in the language of the user.
 * @__NO_SIDE_EFFECTS__
 */
export function defineMessages<const T extends object>(name: string, english: T): Messages<T> {
  return (catalogue?.translate?.(english) ?? catalogue?.[name] ?? english) as Messages<T>
}
