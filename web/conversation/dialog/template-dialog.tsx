import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import * as v from 'valibot'
import { fillTemplate } from '../../../src/template/fill-template.contract'
import type { TemplateView } from '../../../src/template/template.calls'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { sendTemplate } from '../../message/message-api'
import { TemplateFields } from '../../template/template-fields'
import { type Choice, useTemplate } from '../../template/template-display'
import { type ChosenFile, FileInput } from '../../ui/field/file-input'
import { useForm } from '../../ui/form/form'
import { FormDialog } from '../../ui/form/form-dialog'
import { FormField } from '../../ui/form/form-field'
import { useUi } from '../../ui/context/ui-context'
import { randomId } from '../../ui/text/random-id'
import { useConversation } from '../state/conversation-context'

const TemplateForm = v.object({
  template: v.custom<Choice | null>((value) => value !== null, 'required'),
  /** Only for the errors of the variables, which the choice contains. */
  values: v.null(),
  medias: v.nullable(v.custom<ChosenFile>(() => true)),
})

/** Sends a template, the only message that the channel accepts outside the reply window. */
export function TemplateDialog({ onClose }: { onClose: () => void }) {
  useSignals()
  const t = useTexts('template').template
  const { api } = useApp()
  const { toast } = useUi()
  const { model } = useConversation()
  const ticket = model.ticket.value
  // A repeated request after a lost answer is the same message.
  const [clientId] = useState(randomId)
  const latest = useRef<TemplateView | null>(undefined)
  const form = useForm({
    schema: TemplateForm,
    initial: { template: null, values: null, medias: null },
    save: async ({ template, medias }) => {
      if (!template) return
      const missing = latest.current ? faultsOf(latest.current, template, medias) : {}
      if (Object.keys(missing).length > 0) throw new Refused(missing)
      const stored = await sendTemplate(api, ticket.id, { clientId, template, file: medias?.file ?? undefined })
      for (const message of stored) model.take(message)
      toast.success(t.composer.sent)
    },
  })
  const choice = form.fields.template.value.value
  const { template } = useTemplate(ticket.whatsappId ?? 0, choice)
  latest.current = template
  const fileFormat = template?.fileFormat
  return (
    <FormDialog title={t.composer.title(ticket.contact.name)} form={form} close={onClose} saveLabel={t.composer.send}>
      <p className="subtle">{t.composer.help}</p>
      <TemplateFields
        whatsappId={ticket.whatsappId ?? 0}
        choice={choice}
        onChoose={(chosen) => form.set({ template: chosen, values: null })}
        errorAt={(path) => form.errorAt(path)}
        help={t.composer.variables}
        required
      />
      {fileFormat && (
        <FormField form={form} name="medias" label={t.pick.file[fileFormat]} required group>
          {({ value, onValueChange }) => (
            <FileInput value={value} onValueChange={onValueChange} accept={accepts[fileFormat]} />
          )}
        </FormField>
      )}
    </FormDialog>
  )
}

/** A refusal like the server's, without asking it. */
class Refused extends Error {
  readonly code = 'ERR_INVALID_INPUT'
  constructor(readonly fields: Record<string, string>) {
    super('ERR_INVALID_INPUT')
  }
}

function faultsOf({ components, fileFormat }: TemplateView, { values }: Choice, file: ChosenFile | null) {
  const errors = Object.entries(fillTemplate(components, values).errors)
  const faults = Object.fromEntries(errors.map(([key, error]) => [`values.${key}`, error]))
  return fileFormat && !file ? { ...faults, medias: 'required' } : faults
}

const accepts = { image: 'image/jpeg,image/png', video: 'video/mp4,video/3gpp', document: undefined }
