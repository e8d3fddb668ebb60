-- Who may execute what. Nobody but the owner touches a table of the book; a role that is admitted may
-- execute the functions of its kind, and which table it speaks for is written in `speakers`.

-- The acts of the port that a kind of role may ask for.
CREATE FUNCTION tapis.acts_of(p_kind text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_kind
    WHEN 'table' THEN ARRAY['probe', 'contribute', 'forgo', 'finish', 'claim', 'award', 'refuse', 'refund', 'correct',
      'stop', 'reopen']
    WHEN 'pit' THEN ARRAY['close_dead_round', 'correct', 'stop', 'reopen']
    WHEN 'reader' THEN ARRAY[]::text[]
    WHEN 'simulation' THEN ARRAY['probe', 'contribute', 'forgo', 'finish', 'claim', 'award', 'refuse', 'refund',
      'close_dead_round', 'correct', 'stop', 'reopen']
  END
$$;

-- To the keeper of the database, who speaks for no table: an act goes the whole way.
CREATE FUNCTION tapis.prove(p_at_ms bigint) RETURNS json LANGUAGE plpgsql AS $$
BEGIN
  RETURN tapis.written('tapis link check', p_at_ms);
END $$;

-- Each act has a procedure `do_...` of the same arguments: by itself it is a transaction, committed when it
-- returns. Inside a transaction of the caller's its first COMMIT is an error, before anything is locked.
DO $do$
DECLARE one record;
BEGIN
  FOR one IN SELECT p.proname, concat_ws(', ', nullif(pg_get_function_identity_arguments(p.oid), ''), 'INOUT p_answer text')
        AS arguments, coalesce(array_to_string(p.proargnames, ', '), '') AS names
      FROM pg_proc p WHERE p.pronamespace = 'tapis'::regnamespace
        AND p.proname = ANY (ARRAY['prove'] || tapis.acts_of('simulation')) LOOP
    EXECUTE format($sql$CREATE PROCEDURE tapis.do_%s(%s) LANGUAGE plpgsql AS $act$
BEGIN
  COMMIT;
  p_answer := tapis.%s(%s)::text;
  COMMIT;
END $act$$sql$, one.proname, one.arguments, one.proname, one.names);
  END LOOP;
END $do$;

REVOKE ALL ON SCHEMA tapis FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA tapis FROM PUBLIC;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA tapis FROM PUBLIC;

-- The functions and procedures that a kind of role may execute.
CREATE FUNCTION tapis.functions_of(p_kind text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['hello', 'turned_away', 'read', 'meter', 'last', 'acts'] || tapis.acts_of(p_kind)
    || ARRAY(SELECT 'do_' || act FROM unnest(tapis.acts_of(p_kind)) act)
    || CASE WHEN p_kind <> 'table' THEN ARRAY['ledger', 'unfinished', 'admitted'] END
$$;

-- The role may execute the functions of its kind and no other.
CREATE FUNCTION tapis.grant_to(p_role name, p_kind text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE one pg_catalog.pg_proc%ROWTYPE;
BEGIN
  EXECUTE format('REVOKE ALL ON ALL ROUTINES IN SCHEMA tapis FROM %I', p_role);
  EXECUTE format('GRANT USAGE ON SCHEMA tapis TO %I', p_role);
  FOR one IN SELECT * FROM pg_catalog.pg_proc p
      WHERE p.pronamespace = 'tapis'::regnamespace AND p.proname = ANY (tapis.functions_of(p_kind)) LOOP
    EXECUTE format('GRANT EXECUTE ON ROUTINE %s TO %I', one.oid::regprocedure, p_role);
  END LOOP;
END $$;

-- The role speaks for this table (kind `table`), or is the pit's, a reader's, or a simulation's.
CREATE FUNCTION tapis.admit(p_role name, p_kind text, p_table text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tapis.speakers (role_name, kind, table_name) VALUES (p_role, p_kind, p_table);
  PERFORM tapis.grant_to(p_role, p_kind);
END $$;

-- The role has no say any more; what it has written stays.
CREATE FUNCTION tapis.dismiss(p_role name) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM tapis.speakers WHERE role_name = p_role;
  IF EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = p_role) THEN
    EXECUTE format('REVOKE ALL ON ALL ROUTINES IN SCHEMA tapis FROM %I', p_role);
    EXECUTE format('REVOKE ALL ON SCHEMA tapis FROM %I', p_role);
  END IF;
END $$;

REVOKE ALL ON ALL ROUTINES IN SCHEMA tapis FROM PUBLIC;
