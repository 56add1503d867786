/** Who wrote a message, as its bubble shows them. */
export interface Author {
  /** As the reader knows them: "Você" for the reader. */
  name: string
  /** Whose initials stand in for the picture. */
  face: string
  picture: string
  isReader: boolean
}
