import * as v from 'valibot'
import { nameText } from '../kernel/text/name-text.contract'
import { Id, IdOrNone, RequestKey } from '../kernel/http/body-values'
import { IdText, listUpTo, oneOrSeveral, PageNumber, SearchParam } from '../kernel/http/request-parts'

const Title = nameText(1, 100)
const Users = v.pipe(
  listUpTo(
    v.union(
      [
        Id,
        v.pipe(
          v.object({ id: Id }),
          v.transform(({ id }) => id),
        ),
      ],
      'invalid',
    ),
    500,
  ),
  v.minLength(1, 'required'),
)
/** Limit of written messages, in UTF-16 code units. */
export const chatTextMax = 65_536
const Text = v.pipe(v.string('required'), v.maxLength(chatTextMax, 'tooLong'))

export const ChatBody = v.object({ title: Title, users: Users })
export type ChatBody = v.InferOutput<typeof ChatBody>

export const UpdateChatBody = v.object({ title: v.optional(Title), users: v.optional(Users) })
export type UpdateChatBody = v.InferOutput<typeof UpdateChatBody>

export const ListChatsQuery = v.object({ searchParam: SearchParam, pageNumber: PageNumber })
export type ListChatsQuery = v.InferOutput<typeof ListChatsQuery>

/** `cursor`: the previous `nextCursor`. */
export const ListChatMessagesQuery = v.object({
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'cursor'), v.toNumber(), v.minValue(1))),
  pageNumber: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(250)), '1'),
})
export type ListChatMessagesQuery = v.InferOutput<typeof ListChatMessagesQuery>

export const lastMessageLengthMax = 200

export const chatFilesMax = 10
export const chatFileBytesMax = 64 * 1024 * 1024

/** JSON with `message`, or multipart, whose texts are in `body`. */
export const SendChatMessageBody = v.object({
  message: v.optional(Text, ''),
  body: v.optional(oneOrSeveral(Text, chatFilesMax), ''),
  medias: v.optional(oneOrSeveral(v.file(), chatFilesMax)),
  chatInterno: v.optional(v.unknown()),
  /** A repeated request creates no second message. */
  clientId: v.optional(RequestKey),
})
export type SendChatMessageBody = v.InferOutput<typeof SendChatMessageBody>

/** An empty text leaves only the file. */
export const EditChatMessageBody = v.object({ message: Text })

export const ChatMessageParams = v.object({ id: IdText, messageId: IdText })

/** Users mark only their own. */
export const ReadChatBody = v.object({ userId: v.optional(IdOrNone) })
