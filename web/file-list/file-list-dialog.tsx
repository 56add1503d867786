import { useState } from 'react'
import { channelRules } from '../../src/channel/channel-rules.contract'
import type { FileListView } from '../../src/file-list/file-list.record'
import { fileOptionsMax } from '../../src/file-list/file-list.contract'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { ChildRows } from '../records/child-rows'
import { RecordDialog } from '../records/record-dialog'
import { FileInput, type ChosenFile } from '../ui/field/file-input'
import type { FormModel } from '../ui/form/form'
import { FormField } from '../ui/form/form-field'
import { TextArea } from '../ui/field/text-area'
import { TextInput } from '../ui/field/text-input'
import {
  captionOf,
  emptyOption,
  FileListForm,
  fileListValuesOf,
  type OptionValues,
  saveFileList,
  type SentFileList,
} from './file-list-form'

interface FileListDialogProps {
  /** Undefined to add one. */
  list: FileListView | undefined
  close: () => void
}

export function FileListDialog({ list, close }: FileListDialogProps) {
  const t = useTexts('fileList').fileList
  const { api } = useApp()
  const [sent] = useState<SentFileList>(() => ({ list, ids: new Map(), uploaded: new Set() }))
  return (
    <RecordDialog
      record={list}
      texts={t}
      schema={FileListForm}
      initial={fileListValuesOf(list)}
      save={(values) => saveFileList(api, sent, values)}
      close={close}
      size="l"
    >
      {(form) => (
        <>
          <FormField form={form} name="name" label={t.fields.name} required>
            {(field) => <TextInput {...field} autoComplete="off" placeholder={t.fields.namePlaceholder} />}
          </FormField>
          <FormField form={form} name="message" label={t.fields.message} help={t.fields.messageHelp} required>
            {(field) => <TextArea {...field} rows={3} />}
          </FormField>
          <ChildRows
            form={form}
            name="options"
            label={t.fields.options}
            help={t.fields.optionsHelp}
            addLabel={t.fields.addOption}
            empty={emptyOption}
            limit={fileOptionsMax}
          >
            {(row) => <OptionFields form={row} />}
          </ChildRows>
        </>
      )}
    </RecordDialog>
  )
}

function OptionFields({ form }: { form: FormModel<OptionValues> }) {
  const t = useTexts('fileList').fileList.fields
  const format = useFormat()
  /** A file without a caption gets its own name. */
  const choose = (file: ChosenFile | null) => {
    const { name } = form.values.peek()
    form.set({ file, ...(file && name.trim() === '' ? { name: captionOf(file.name) } : {}) })
  }
  return (
    <>
      <FormField form={form} name="file" label={t.file} required group>
        {({ value }) => {
          const channels = channelsWithout(value?.size ?? 0)
          return (
            <span className="file-list-file">
              <FileInput value={value} onValueChange={choose} removable={false} />
              {channels.length > 0 && (
                <span className="file-list-limit">{t.tooLargeFor(channels.map(limitText(format)).join(', '))}</span>
              )}
            </span>
          )
        }}
      </FormField>
      <FormField form={form} name="name" label={t.caption} required>
        {(field) => <TextInput {...field} autoComplete="off" />}
      </FormField>
    </>
  )
}

/** Channels that do not carry a file of that size. */
function channelsWithout(size: number) {
  return Object.values(channelRules).filter(({ fileBytesMax }) => size > fileBytesMax)
}

function limitText(format: ReturnType<typeof useFormat>) {
  return ({ label, fileBytesMax }: { label: string; fileBytesMax: number }) =>
    `${label} (${format.fileSize(fileBytesMax)})`
}
