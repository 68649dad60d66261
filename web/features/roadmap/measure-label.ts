let context: CanvasRenderingContext2D | null | undefined

/** Measures a title as it will be drawn, without laying out the page. */
export function measureLabel(text: string): number {
  if (context === undefined) {
    context = document.createElement('canvas').getContext('2d')
    if (context) context.font = `12px ${getComputedStyle(document.body).fontFamily}`
  }
  return context ? context.measureText(text).width : text.length * 7
}
