import Database from "better-sqlite3";
const db=new Database("/tmp/profload/lanyard.db",{readonly:true});
const e=db.prepare("select id from core_event where name='Northwind Summit'").pluck().get();
const t=(name,sql,...p)=>{const s=db.prepare(sql); let n=0; const b=performance.now(); do{s.all(...p);n++}while(performance.now()-b<500); console.log(name,((performance.now()-b)/n).toFixed(2),"ms"); console.log(db.prepare("explain query plan "+sql).all(...p).map(r=>r.detail).join(" | "));};
t("count both","select count(*) from event_data_thing where event_id=? and status=? and country=?",e,"active","DE");
t("ids","select id from event_data_thing where event_id=? and status=? and country=? order by last_name_key,id limit 100",e,"active","DE");
t("ids company","select id from event_data_thing where event_id=? and status=? and country=? order by company_name_key desc,id desc limit 100 offset 200",e,"active","DE");
