import type { CompanyContext } from '../../kernel/company/company-context'
import { fillTemplate, fileFormatOf } from '../../template/fill-template.contract'
import type { TemplateChoice } from '../../template/template.contract'
import { findTemplate } from '../../template/template.queries'
import { fileFaultOf, findTemplateFault } from '../../template/use-template'
import { type CampaignTemplates, type MessageFieldName, messageFieldNames } from '../campaign.contract'

type Write = (text: string) => string

export const fieldOf = (kind: 'message' | 'confirmation', no: number): MessageFieldName =>
  messageFieldNames[(kind === 'confirmation' ? 5 : 0) + no - 1] ?? 'message1'

export function writeChoice(choice: TemplateChoice, write: Write): TemplateChoice {
  const values = Object.entries(choice.values).map(([key, value]) => [key, write(value)])
  return { ...choice, values: Object.fromEntries(values) }
}

export function previewText(ctx: CompanyContext, connectionId: number, choice: TemplateChoice, write: Write): string {
  const components = findTemplate(ctx, connectionId, choice)?.components ?? []
  return fillTemplate(components, writeChoice(choice, write).values).text
}

export const nameOf = ({ name, language }: Pick<TemplateChoice, 'name' | 'language'>) => `${name} (${language})`

interface Checked {
  connectionId: number
  templates: CampaignTemplates
  file: { type: string; size: number } | undefined
}

export function templateFaults(
  ctx: CompanyContext,
  { connectionId, templates, file }: Checked,
): Record<string, string> {
  const faults: Record<string, string> = {}
  let takesFile = false
  for (const [field, choice] of Object.entries(templates)) {
    const fault = findTemplateFault(ctx, connectionId, choice)
    const components = findTemplate(ctx, connectionId, choice)?.components ?? []
    if (fault) faults[`templates.${field}.template`] = fault
    const errors = Object.entries(fillTemplate(components, choice.values).errors)
    for (const [key, error] of errors) {
      // Filled in, values have another length.
      if (error === 'required') faults[`templates.${field}.values.${key}`] = error
    }
    if (fileFormatOf(components) === undefined) continue
    takesFile = true
    if (field.startsWith('confirmation')) faults[`templates.${field}.template`] = 'templateUnsupported'
    else if (fileFaultOf(components, file)) faults['mediaPath'] = fileFaultOf(components, file) ?? ''
  }
  if (file && !takesFile) faults['mediaPath'] = 'templateWithoutFile'
  return faults
}
