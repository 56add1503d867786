import * as v from 'valibot'
import { IdOrNone, orInitial, orMissing } from '../kernel/http/body-values'
import { nameText } from '../kernel/text/name-text.contract'
import { CompanyIdText, ListQuery, listUpTo, oneOrSeveral } from '../kernel/http/request-parts'

export const fileOptionsMax = 30
export const listedFileBytesMax = 100 * 1024 * 1024
const captionMax = 1024

export const FileOptionBody = v.object({
  id: v.optional(IdOrNone, null),
  name: nameText(1, captionMax),
})
export type FileOptionBody = v.InferOutput<typeof FileOptionBody>

const Message = v.pipe(
  v.string('required'),
  v.maxLength(4096, 'tooLong'),
  v.check((text) => text.trim() !== '', 'required'),
)
const Options = listUpTo(FileOptionBody, fileOptionsMax)

export const FileListBody = v.object({
  name: nameText(3, 100, 'fileListTooShort'),
  message: Message,
  options: orInitial(Options, []),
})
export type FileListBody = v.InferOutput<typeof FileListBody>

/** Given options replace all; those left out go with their files. */
export const UpdateFileListBody = v.object({
  name: v.optional(FileListBody.entries.name),
  message: v.optional(Message),
  options: v.optional(orMissing(Options)),
})
export type UpdateFileListBody = v.InferOutput<typeof UpdateFileListBody>

export const ListFilesQuery = v.object({ ...ListQuery.entries, companyId: CompanyIdText })

const Texts = v.optional(oneOrSeveral(v.pipe(v.string(), v.maxLength(captionMax, 'tooLong')), fileOptionsMax), [])

/** `files[i]` belongs to option `id[i]`, else the first called `name[i]` without a file, else a new one. */
export const UploadListBody = v.object({
  files: oneOrSeveral(v.file('required'), fileOptionsMax),
  id: Texts,
  name: Texts,
  fileId: v.optional(v.unknown()),
  typeArch: v.optional(v.unknown()),
  mediaType: v.optional(v.unknown()),
})
export type UploadListBody = v.InferOutput<typeof UploadListBody>
