/** The author of a message as shown in its bubble. */
export interface Author {
  /** The name as shown to the reader: "Você" for the reader. */
  name: string
  /** The name whose initials replace a missing picture. */
  face: string
  picture: string
  isReader: boolean
}
