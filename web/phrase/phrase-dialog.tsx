import type { FlowCampaignView } from '../../src/flow/phrase/phrase.record'
import { FlowCampaignForm } from '../../src/flow/phrase/phrase.contract'
import { useApp } from '../app/app-context'
import { connectionOptions, useConnections } from '../connection/use-connections'
import { flowOptions, useFlows } from '../flow/flow.choice'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import { Combobox } from '../ui/select/combobox'
import { FormField } from '../ui/form/form-field'
import { Select } from '../ui/select/select'
import { SwitchField } from '../ui/field/switch-field'
import { optionOrNone } from '../ui/select/option'
import { TextField } from '../ui/form/text-field'

const all = 0

interface PhraseDialogProps {
  phrase: FlowCampaignView | undefined
  close: () => void
}

export function PhraseDialog({ phrase, close }: PhraseDialogProps) {
  const t = useTexts('phrase').phrase
  const { api } = useApp()
  const flows = useFlows()
  const connections = useConnections() ?? []
  return (
    <RecordDialog
      record={phrase}
      texts={t}
      schema={FlowCampaignForm}
      newValues={{ flowId: 0 }}
      save={(body, changes) =>
        phrase ? api.put('/flowcampaign', { body: { id: phrase.id, ...changes } }) : api.post('/flowcampaign', { body })
      }
      close={close}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={t.fields.name} required placeholder={t.fields.namePlaceholder} />
          <TextField
            form={form}
            name="phrase"
            label={t.fields.phrase}
            help={t.fields.phraseHelp}
            required
            rows={3}
            placeholder={t.fields.phrasePlaceholder}
          />
          <FormField form={form} name="flowId" label={t.fields.flow} required>
            {({ value, onValueChange, ...field }) => (
              <Combobox<number>
                {...field}
                value={value || null}
                options={flowOptions(flows, t.inactiveFlow)}
                selected={optionOrNone(phrase?.flow)}
                onValueChange={(chosen) => onValueChange(chosen ?? 0)}
              />
            )}
          </FormField>
          <FormField form={form} name="whatsappId" label={t.fields.connection}>
            {({ value, onValueChange, onBlur }) => (
              <Select<number>
                value={value ?? all}
                options={[{ value: all, label: t.allConnections }, ...connectionOptions(connections)]}
                onValueChange={(chosen) => onValueChange(chosen || null)}
                onBlur={onBlur}
              />
            )}
          </FormField>
          <SwitchField form={form} name="status" label={t.fields.status} />
        </>
      )}
    </RecordDialog>
  )
}
