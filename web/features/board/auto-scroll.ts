export { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
