import type * as english from '../markdown.ts'

export const markdownTexts: typeof english.markdownTexts = {
  picture: 'Image',
  ticked: 'Fait',
  unticked: 'À faire',
  unformatted: 'La mise en forme n’est pas disponible pour le moment. Les textes sont affichés bruts.',
}
