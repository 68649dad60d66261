export const markdown = {
  picture: 'Image',
  ticked: 'Done',
  unticked: 'To do',
}
