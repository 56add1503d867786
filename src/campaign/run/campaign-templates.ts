import type { CompanyContext } from '../../kernel/company/company-context'
import { fillTemplate, fileFormatOf } from '../../template/fill-template.contract'
import type { TemplateChoice } from '../../template/template.contract'
import { findTemplate } from '../../template/template.queries'
import { fileFaultOf, findTemplateFault } from '../../template/use-template'
import { type CampaignTemplates, type MessageFieldName, messageFieldNames } from '../campaign.contract'

type Write = (text: string) => string

/** Returns the field of a message or of a request for confirmation, by its number from 1. */
export const fieldOf = (kind: 'message' | 'confirmation', no: number): MessageFieldName =>
  messageFieldNames[(kind === 'confirmation' ? 5 : 0) + no - 1] ?? 'message1'

/** Returns the template with the recipient's variables in its values. */
export function writeChoice(choice: TemplateChoice, write: Write): TemplateChoice {
  const values = Object.entries(choice.values).map(([key, value]) => [key, write(value)])
  return { ...choice, values: Object.fromEntries(values) }
}

/** Returns the text of a template for a preview. Variables without a value show their names. */
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

/** Returns error codes by field: of the campaign's templates, and of the file in the templates' headers. */
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
      // Values with variables are shorter or longer than they are typed.
      if (error === 'required') faults[`templates.${field}.values.${key}`] = error
    }
    if (fileFormatOf(components) === undefined) continue
    takesFile = true
    // The file belongs to the messages, not to the requests for confirmation before them.
    if (field.startsWith('confirmation')) faults[`templates.${field}.template`] = 'templateUnsupported'
    else if (fileFaultOf(components, file)) faults['mediaPath'] = fileFaultOf(components, file) ?? ''
  }
  if (file && !takesFile) faults['mediaPath'] = 'templateWithoutFile'
  return faults
}
