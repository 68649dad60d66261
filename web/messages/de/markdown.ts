import type * as english from '../markdown.ts'

export const markdownTexts: typeof english.markdownTexts = {
  picture: 'Bild',
  ticked: 'Erledigt',
  unticked: 'Zu erledigen',
  unformatted: 'Formatierung ist gerade nicht verfügbar. Texte werden unformatiert angezeigt.',
}
