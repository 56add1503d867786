import * as v from 'valibot'
import { Flag, flagOr, textOrNone } from '../kernel/http/body-values'
import { CompanyIdText, IdText, ListQuery, YesText } from '../kernel/http/request-parts'

export const quickMessageFileBytesMax = 16 * 1024 * 1024
const shortcodeMax = 50
const quickMessageMax = 4096

export const Shortcode = v.pipe(
  v.string('required'),
  v.transform((text) => text.trim().replace(/^\/+/, '').toLowerCase().normalize('NFC')),
  v.minLength(1, 'required'),
  v.maxLength(shortcodeMax, 'tooLong'),
  v.regex(/^[^\s\p{Cc}\p{Cf}/]+$/u, 'shortcode'),
)

export const QuickMessageBody = v.object({
  shortcode: Shortcode,
  message: v.optional(textOrNone(quickMessageMax), ''),
  geral: flagOr(false),
  visao: flagOr(false),
  isMedia: flagOr(false),
  userId: v.optional(v.unknown()),
  status: v.optional(v.unknown()),
})
export type QuickMessageBody = v.InferOutput<typeof QuickMessageBody>

export const UpdateQuickMessageBody = v.object({
  shortcode: v.optional(Shortcode),
  message: v.optional(textOrNone(quickMessageMax)),
  geral: v.optional(Flag),
  visao: v.optional(Flag),
  isMedia: v.optional(Flag),
  userId: v.optional(v.unknown()),
  status: v.optional(v.unknown()),
})
export type UpdateQuickMessageBody = v.InferOutput<typeof UpdateQuickMessageBody>

/** `mine`: the caller's own. */
export const QuickMessagePageQuery = v.object({
  ...ListQuery.entries,
  companyId: CompanyIdText,
  userId: v.optional(IdText),
  mine: v.optional(YesText),
})
export type QuickMessagePageQuery = v.InferOutput<typeof QuickMessagePageQuery>

export const QuickMessageListQuery = v.object({ companyId: CompanyIdText, userId: v.optional(IdText) })
export type QuickMessageListQuery = v.InferOutput<typeof QuickMessageListQuery>

export const QuickMessageFileBody = v.object({ file: v.file('required'), typeArch: v.optional(v.unknown()) })
