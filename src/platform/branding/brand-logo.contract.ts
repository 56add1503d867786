import * as v from 'valibot'

export const logoModes = ['light', 'dark', 'favicon'] as const
export type LogoMode = (typeof logoModes)[number]
export const logoBytesMax = 5 * 1024 * 1024

const Mode = v.pipe(v.string('required'), v.toLowerCase(), v.picklist(logoModes, 'invalid'))

export const LogoBody = v.object({ file: v.file('required'), mode: Mode, typeArch: v.optional(v.unknown()) })
