import type * as english from '../markdown.ts'

export const markdownTexts: typeof english.markdownTexts = { picture: 'Imagen', ticked: 'Hecho', unticked: 'Por hacer' }
