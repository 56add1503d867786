import type { Side } from './use-popup'

export type TooltipSide = Side

interface TooltipOptions {
  side?: TooltipSide | undefined
  keys?: readonly string[] | undefined
}

/** Returns attributes that give any focusable element a tooltip: `<button {...tooltip(t.ui.close)}>`. */
export function tooltip(text: string | undefined, { side, keys }: TooltipOptions = {}) {
  return { 'data-tooltip': text, 'data-tooltip-side': side, 'data-tooltip-keys': keys?.join(' ') }
}
