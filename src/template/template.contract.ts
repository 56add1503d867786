import * as v from 'valibot'
import { CompanyIdText, IdText, ListQuery } from '../kernel/http/request-parts'
import { Id, wholeNumber } from '../kernel/http/body-values'

export const templateLanguages = ['pt_BR', 'en_US', 'en', 'es', 'es_AR', 'es_MX', 'pt_PT'] as const

const templateTextMax = { header: 60, body: 1024, footer: 60, buttonText: 25, url: 2000, handle: 4096 }

const languageCode = v.pipe(v.string('required'), v.regex(/^[a-z]{2,3}(_[A-Za-z]{2,4})?$/, 'invalid'))
const templateName = v.pipe(
  v.string('required'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(512, 'tooLong'),
  v.regex(/^[a-z0-9_]+$/, 'templateName'),
)

const Value = v.pipe(v.string(), v.maxLength(4096, 'tooLong'))

/** Values by key, see `variablesOf`. */
export const TemplateChoice = v.object({
  name: templateName,
  language: languageCode,
  values: v.optional(
    v.pipe(
      v.record(v.pipe(v.string(), v.maxLength(120)), Value),
      v.check((values) => Object.keys(values).length <= 100, 'tooMany'),
    ),
    {},
  ),
})
export type TemplateChoice = v.InferOutput<typeof TemplateChoice>

/** `usable`: can be sent now. `name` and `language`: exactly this one. */
export const ListTemplatesQuery = v.object({
  ...ListQuery.entries,
  whatsappId: v.optional(IdText),
  name: v.optional(v.pipe(v.string(), v.maxLength(512)), ''),
  language: v.optional(v.pipe(v.string(), v.maxLength(10)), ''),
  usable: v.optional(v.picklist(['true', 'false', '']), ''),
  companyId: CompanyIdText,
})
export type ListTemplatesQuery = v.InferOutput<typeof ListTemplatesQuery>

export const TemplateSyncQuery = v.object({ whatsappId: IdText })

export const SyncTemplatesBody = v.object({ whatsappId: Id })

const line = (max: number) => v.optional(v.pipe(v.string(), v.trim(), v.maxLength(max, 'tooLong')), '')

const templateFileFormats = ['IMAGE', 'VIDEO', 'DOCUMENT'] as const
export const templateHeaderFormats = ['TEXT', ...templateFileFormats] as const
export const templateCategories = ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const

export const TemplateFileQuery = v.object({ whatsappId: IdText, format: v.picklist(templateFileFormats, 'invalid') })
export type TemplateFileQuery = v.InferOutput<typeof TemplateFileQuery>

export const templateButtonTypes = ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE'] as const
export const templateButtonsMax = 10

export const TemplateButtonBody = v.strictObject({
  type: v.picklist(templateButtonTypes, 'invalid'),
  text: line(templateTextMax.buttonText),
  value: line(templateTextMax.url),
  /** Of the end of the address, or the code of the coupon. */
  example: line(templateTextMax.url),
})
export type TemplateButtonBody = v.InferOutput<typeof TemplateButtonBody>

/** Texts may contain {{1}} or {{name}}, each with an example. Those of AUTHENTICATION are Meta's. */
export const TemplateBody = v.strictObject({
  whatsappId: Id,
  name: templateName,
  language: languageCode,
  category: v.picklist(templateCategories, 'invalid'),
  headerFormat: v.optional(v.picklist(templateHeaderFormats, 'invalid'), 'TEXT'),
  headerHandle: line(templateTextMax.handle),
  header: line(templateTextMax.header),
  body: line(templateTextMax.body),
  footer: line(templateTextMax.footer),
  buttons: v.optional(v.pipe(v.array(TemplateButtonBody), v.maxLength(templateButtonsMax, 'tooMany')), []),
  securityAdvice: v.optional(v.boolean(), true),
  codeMinutes: v.optional(v.nullable(wholeNumber(1, 90)), null),
  examples: TemplateChoice.entries.values,
})
export type TemplateBody = v.InferOutput<typeof TemplateBody>
