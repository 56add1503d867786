import { mentionsMax } from '../../../src/message/mention/mentions.contract'

/** Ids of the colleagues chosen for mentions. An edited message has its own; those of the draft return afterwards. */
export function createPickedMentions(isEditing: () => boolean) {
  let picked: readonly number[] = []
  let pickedBeforeEdit: readonly number[] = []

  return {
    picked: () => picked,
    ofDraft: () => (isEditing() ? pickedBeforeEdit : picked),
    pick: (userId: number) => void (picked = [...picked, userId].slice(-mentionsMax)),
    /** Call it before the edit begins. */
    beginEdit(ofMessage: readonly number[] = []) {
      if (!isEditing()) pickedBeforeEdit = picked
      picked = ofMessage
    },
    /** Call it before the edit ends. */
    leaveEdit() {
      if (isEditing()) picked = pickedBeforeEdit
    },
    take() {
      const taken = picked
      picked = []
      return taken
    },
    restore: (kept: readonly number[] = []) => void (picked = kept),
  }
}
