import { lazyPart } from '../../ui/layout/lazy-part'

/** Parts that are shown occasionally, and so not loaded at first. */
export const RecordingBar = lazyPart(() => import('./recording-bar').then((code) => code.RecordingBar))
export const ComposerAttachments = lazyPart(() =>
  import('./composer-attachments').then((code) => code.ComposerAttachments),
)
export const SelectionBar = lazyPart(() => import('../list/selection-bar').then((code) => code.SelectionBar))
export const QuickReplyList = lazyPart(() => import('./quick-reply-list').then((code) => code.QuickReplyList))
export const MentionList = lazyPart(() => import('./mention-list').then((code) => code.MentionList))

/** Loads them ahead of use, after the conversation is shown. */
export async function fetchComposerParts() {
  await Promise.all(
    [RecordingBar, ComposerAttachments, SelectionBar, QuickReplyList, MentionList].map(({ fetch }) => fetch()),
  )
}
