import * as v from 'valibot'
import { defineCalls, Done } from '../kernel/http/calls'
import type { RecordChange } from '../kernel/event/record-change.contract'
import { IdParams } from '../kernel/http/request-parts'
import {
  FileListBody,
  fileOptionsMax,
  ListFilesQuery,
  listedFileBytesMax,
  UpdateFileListBody,
  UploadListBody,
} from './file-list.contract'

export const FileOptionView = v.object({
  id: v.number(),
  /** The file's caption. */
  name: v.string(),
  /** The address the file is fetched from; null until it is uploaded. */
  path: v.nullable(v.string()),
  /** The type read from the bytes, such as `image/png`; empty until it is uploaded. */
  mediaType: v.string(),
  /** The file's own name. */
  file: v.nullable(v.string()),
  /** Bytes. */
  size: v.number(),
})
export type FileOptionView = v.InferOutput<typeof FileOptionView>

/** A list of files in answers and live events. */
export const FileListView = v.object({
  id: v.number(),
  name: v.string(),
  message: v.string(),
  userId: v.nullable(v.number()),
  options: v.array(FileOptionView),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type FileListView = v.InferOutput<typeof FileListView>

/** Thirty captions at their longest, in characters of four bytes. */
const limits = { jsonBytesMax: 192 * 1024 }
const upload = { files: { fields: { files: fileOptionsMax }, fileBytesMax: listedFileBytesMax } }

export const fileListCalls = defineCalls({
  'GET /files': {
    query: ListFilesQuery,
    answer: v.object({ files: v.array(FileListView), hasMore: v.boolean(), count: v.number() }),
  },
  'GET /files/:id': { params: IdParams, answer: FileListView },
  /** Names of queues and chatbot options that send the list. */
  'GET /files/:id/uses': { params: IdParams, answer: v.object({ queues: v.array(v.string()) }) },
  'POST /files': { body: FileListBody, limits, answer: FileListView },
  'PUT /files/:id': { params: IdParams, body: UpdateFileListBody, limits, answer: FileListView },
  'DELETE /files/:id': { params: IdParams, answer: Done },
  'POST /files/uploadList/:id': {
    params: IdParams,
    body: UploadListBody,
    limits: upload,
    answer: v.object({ files: FileListView }),
  },
})

declare module '../kernel/live/live-events.contract' {
  interface LiveEvents {
    file: RecordChange<'file', FileListView>
  }
}
