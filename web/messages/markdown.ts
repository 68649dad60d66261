/** What is said about formatted texts. */
export const markdown = {
  picture: 'Picture',
  ticked: 'Done',
  unticked: 'To do',
}
