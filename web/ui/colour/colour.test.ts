import { describe, expect, test } from 'bun:test'
import { colourOf } from '../../../src/kernel/text/name-colour.contract'
import { contrast, readableOn, readColour, swatchColours } from './colour'

describe('colour', () => {
  test('keeps text readable on any colour', () => {
    for (let step = 0; step < 4096; step++) {
      const colour = `#${step.toString(16).padStart(3, '0')}`
      expect(contrast(colour, readableOn(colour))).toBeGreaterThanOrEqual(4.5)
    }
  })

  test('keeps white readable on name colours, which are stable for a name', () => {
    for (let index = 0; index < 200; index++)
      expect(contrast(colourOf(`name ${index}`), '#ffffff')).toBeGreaterThanOrEqual(4.5)
    expect(colourOf('Dona Maria')).toBe(colourOf('Dona Maria'))
  })

  test('reads codes of three and six digits only', () => {
    expect(readColour('#0af')).toEqual({ red: 0, green: 170, blue: 255 })
    expect(readColour('#00AAFF')).toEqual({ red: 0, green: 170, blue: 255 })
    expect(readColour('red')).toBeUndefined()
    expect(readColour('#00aaf')).toBeUndefined()
    expect(swatchColours.every((colour) => readColour(colour))).toBe(true)
  })
})
