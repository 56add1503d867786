import { useState } from 'react'
import { channelRules } from '../../src/channel/channel-rules.contract'
import type { FileListView } from '../../src/file-list/file-list.record'
import {
  fileOptionsMax,
  FileListBody,
  FileOptionBody,
  listedFileBytesMax,
} from '../../src/file-list/file-list.contract'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { ChildRows } from '../records/child-rows'
import { RecordDialog } from '../records/record-dialog'
import { FileInput, type ChosenFile } from '../ui/field/file-input'
import type { FormModel } from '../ui/form/form'
import { FormField, TextField } from '../ui/form/form-field'
import * as v from 'valibot'
import type { ApiClient } from '../api/api-client'

interface FileListDialogProps {
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
          <TextField form={form} name="name" label={t.fields.name} required placeholder={t.fields.namePlaceholder} />
          <TextField
            form={form}
            name="message"
            label={t.fields.message}
            help={t.fields.messageHelp}
            required
            rows={3}
          />
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
            <span className="stack gap-1">
              <FileInput value={value} onValueChange={choose} removable={false} />
              {channels.length > 0 && (
                <span className="note-text">{t.tooLargeFor(channels.map(limitText(format)).join(', '))}</span>
              )}
            </span>
          )
        }}
      </FormField>
      <TextField form={form} name="name" label={t.caption} required />
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

const Chosen = v.pipe(
  v.nullable(v.custom<ChosenFile>(() => true)),
  v.check((chosen) => chosen !== null, 'required'),
  v.check((chosen) => chosen?.file?.size !== 0, 'empty'),
  v.check((chosen) => (chosen?.file?.size ?? 0) <= listedFileBytesMax, 'tooLarge'),
)

const Option = v.object({ id: v.nullable(v.number()), name: FileOptionBody.entries.name, file: Chosen })

const FileListForm = v.object({
  name: FileListBody.entries.name,
  message: FileListBody.entries.message,
  options: v.pipe(v.array(Option), v.maxLength(fileOptionsMax, 'tooMany')),
})
type FileListValues = v.InferInput<typeof FileListForm>
type OptionValues = FileListValues['options'][number]

const emptyOption: OptionValues = { id: null, name: '', file: null }

function fileListValuesOf(list: FileListView | undefined): FileListValues {
  const options = list?.options.map(({ id, name, path, file, size }): OptionValues => ({
    id,
    name,
    file: path === null ? null : { name: file ?? name, size, path, file: null },
  }))
  return { name: list?.name ?? '', message: list?.message ?? '', options: options ?? [{ ...emptyOption }] }
}

/** Progress of a save, so that a retry sends only the rest. */
interface SentFileList {
  list: FileListView | undefined
  ids: Map<File, number>
  uploaded: Set<File>
}

/** Saves texts and order, then sends the new files, one per request. */
async function saveFileList(
  api: ApiClient,
  sent: SentFileList,
  { options, ...words }: v.InferOutput<typeof FileListForm>,
) {
  const idOf = ({ id, file }: OptionValues) => id ?? (file?.file ? (sent.ids.get(file.file) ?? null) : null)
  const body = { ...words, options: options.map((option) => ({ id: idOf(option), name: option.name })) }
  const list = sent.list
    ? await api.put('/files/:id', { params: { id: sent.list.id }, body })
    : await api.post('/files', { body })
  sent.list = list
  for (const [index, { file }] of options.entries()) {
    const option = list.options[index]
    if (file?.file && option) sent.ids.set(file.file, option.id)
  }
  for (const { file } of options) {
    if (!file?.file || sent.uploaded.has(file.file)) continue
    const form = formOf(list.id, file.file, sent.ids.get(file.file) ?? 0)
    await api.upload('/files/uploadList/:id', { params: { id: list.id }, form })
    sent.uploaded.add(file.file)
  }
  return list
}

function formOf(listId: number, file: File, optionId: number) {
  const form = new FormData()
  form.set('fileId', String(listId))
  form.set('typeArch', 'fileList')
  form.set('id', String(optionId))
  form.set('files', file)
  return form
}

/** The file's name without its extension is its initial caption. */
const captionOf = (fileName: string) => fileName.replace(/\.\w{1,5}$/, '')
