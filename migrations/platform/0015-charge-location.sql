-- What a provider answers besides the code: the Pix key that receives, and where the charge can be read (JSON).
ALTER TABLE charge ADD COLUMN pix_key TEXT NOT NULL DEFAULT '';
ALTER TABLE charge ADD COLUMN location TEXT;
