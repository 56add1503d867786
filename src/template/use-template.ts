import type { TemplateComponent, TemplateFileFormat, TemplatePart } from '../channel/channel'
import type { CompanyContext } from '../kernel/company/company-context'
import { refuse } from '../kernel/errors'
import { fileFormatOf, fillTemplate, isSupported } from './fill-template.contract'
import type { TemplateChoice } from './template.contract'
import { findTemplate } from './template.queries'

export interface PreparedTemplate {
  name: string
  language: string
  components: TemplateComponent[]
  fileFormat?: TemplateFileFormat
  text: string
  buttons: string[]
}

interface GivenFile {
  type: string
  size: number
}

type TemplateFault = 'templateUnknown' | 'templateNotApproved' | 'templateUnsupported'

export function findTemplateFault(
  ctx: CompanyContext,
  connectionId: number,
  choice: Pick<TemplateChoice, 'name' | 'language'>,
): TemplateFault | undefined {
  const template = findTemplate(ctx, connectionId, choice)
  if (!template) return 'templateUnknown'
  if (template.status !== 'APPROVED') return 'templateNotApproved'
  return isSupported(template.components) ? undefined : 'templateUnsupported'
}

/** @throws Refusal ERR_INVALID_INPUT with fields `template`, `values.<key>` or `medias` */
export function prepareTemplate(
  ctx: CompanyContext,
  connectionId: number,
  choice: TemplateChoice,
  file?: GivenFile,
): PreparedTemplate {
  const fault = findTemplateFault(ctx, connectionId, choice)
  if (fault) refuse('ERR_INVALID_INPUT', { fields: { template: fault } })
  const components: readonly TemplatePart[] = findTemplate(ctx, connectionId, choice)?.components ?? []
  const fileFault = fileFaultOf(components, file)
  const filled = fillTemplate(components, choice.values)
  const wrong = Object.entries(filled.errors).map(([key, error]) => [`values.${key}`, error])
  if (fileFault) wrong.push(['medias', fileFault])
  if (wrong.length > 0) refuse('ERR_INVALID_INPUT', { fields: Object.fromEntries(wrong) })
  const fileFormat = fileFormatOf(components)
  const { name, language } = choice
  const { text, buttons, components: sent } = filled
  return { name, language, components: sent, text, buttons, ...(fileFormat ? { fileFormat } : {}) }
}

const megabyte = 1024 * 1024
const fileRules: Record<TemplateFileFormat, { types: RegExp; bytesMax: number }> = {
  image: { types: /^image\/(?:jpeg|png)$/, bytesMax: 5 * megabyte },
  video: { types: /^video\/(?:mp4|3gpp)$/, bytesMax: 16 * megabyte },
  document: { types: /./, bytesMax: 100 * megabyte },
}

/** Meta takes fewer kinds in headers than in messages. */
export function exampleFaultOf(format: 'IMAGE' | 'VIDEO' | 'DOCUMENT', file: GivenFile): string | undefined {
  if (format === 'DOCUMENT' && file.type !== 'application/pdf') return 'templatePdf'
  if (format === 'VIDEO' && file.type !== 'video/mp4') return 'templateVideo'
  return file.size === 0 ? 'empty' : fileFaultOf([{ type: 'HEADER', format }], file)
}

export function fileFaultOf(components: readonly TemplatePart[], file: GivenFile | undefined): string | undefined {
  const format = fileFormatOf(components)
  if (!format) return file ? 'templateWithoutFile' : undefined
  const errors = { image: 'templateImage', video: 'templateVideo', document: 'templateDocument' } as const
  if (!file) return errors[format]
  const { types, bytesMax } = fileRules[format]
  return types.test(file.type) && file.size <= bytesMax ? undefined : errors[format]
}
