import type * as english from '../markdown.ts'

export const markdownTexts: typeof english.markdownTexts = { picture: 'Image', ticked: 'Fait', unticked: 'À faire' }
