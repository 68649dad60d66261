import type { TaskAttachment } from '@svc/sdk'

/** Matches raster images; others, such as SVG, could contain scripts and are only downloaded. */
const rasterFile = /\.(png|jpe?g|gif|webp|avif)$/i

export const isImageFile = (name: string): boolean => rasterFile.test(name)

export const toLocalPath = ({ url }: Pick<TaskAttachment, 'url'>): string =>
  url === null ? '' : new URL(url, location.href).pathname
