export const markdownTexts = {
  picture: 'Image',
  ticked: 'Done',
  unticked: 'To do',
}
