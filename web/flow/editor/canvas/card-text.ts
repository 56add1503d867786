import { createContext } from 'react'

/** From further away nothing on a card can be read, and drawing it would only be slow. */
export const farZoom = 0.35

/** The height of a card's text from each zoom on: nothing is smaller than 11 px on the screen. */
const textSteps = [
  { zoom: 0.92, px: 13 },
  { zoom: 0.72, px: 16 },
  { zoom: 0.56, px: 20 },
  { zoom: 0.45, px: 25 },
  { zoom: farZoom, px: 32 },
] as const

type CardTextPx = (typeof textSteps)[number]['px'] | 0

/** 0 when seen from afar, where cards have no text. */
export const cardTextAt = (zoom: number): CardTextPx => textSteps.find((step) => zoom >= step.zoom)?.px ?? 0

/** A card has the size of this text, and shows of its content what then fits. */
export const plainTextPx = 13

export const CardTextContext = createContext<CardTextPx>(plainTextPx)
