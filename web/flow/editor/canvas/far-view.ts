import { createContext } from 'react'

/** From further away nothing on a card can be read, and drawing it would only be slow. */
export const farZoom = 0.35

/** Whether the canvas is seen from afar. */
export const FarContext = createContext(false)
